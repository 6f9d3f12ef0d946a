/** A program with module layers, which the programs' Java 8 does not have. */
package com.example.fetch.layers;
