/** Programs that load fetching code in a way of their own. Java 8. */
package com.example.fetch.host;
