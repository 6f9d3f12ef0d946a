/** A warehouse that reports its stock with Apache HttpClient 5. */
package com.example.warehouse;
