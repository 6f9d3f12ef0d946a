/** A service of Spring Boot 2. Java 8. */
package com.example.shop;
