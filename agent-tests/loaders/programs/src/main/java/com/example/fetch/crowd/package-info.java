/** Many calls at a time by one client. */
package com.example.fetch.crowd;
