/**
 * Requests by Apache clients behind a type of the JDK's, so that one program can send them whatever
 * loader the client is in. Java 8.
 */
package com.example.fetch;
