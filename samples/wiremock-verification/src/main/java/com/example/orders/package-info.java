/** A service that knows nothing of Redial, in the two classes that call other services. */
package com.example.orders;
