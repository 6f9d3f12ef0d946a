/** Somebody's classes that share their names' ends with those of a client. Java 8. */
package com.example.fetch.impl.client;
