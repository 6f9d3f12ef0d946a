/** What a web application of the tests has besides its client. Java 8. */
package com.example.fetch.web;
