/** A request by the JDK's own client, which the programs' Java 8 does not have. */
package com.example.fetch.jdk;
