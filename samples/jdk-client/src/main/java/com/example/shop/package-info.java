/** A shop that asks for stock and sends orders with {@code java.net.http}, as many programs do. */
package com.example.shop;
