/** A service of Spring Boot 4. Java 17. */
package com.example.shop;
