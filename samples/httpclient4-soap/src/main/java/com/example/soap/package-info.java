/** A service of the Java 8 years: SOAP envelopes, streamed, over Apache HttpClient 4. */
package com.example.soap;
