/** Applications of Apache HttpClient 4 and HttpAsyncClient 4, as they are found in old services. */
package io.redial.subjects.apache4;
