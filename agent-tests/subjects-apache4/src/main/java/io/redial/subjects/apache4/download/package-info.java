/** Downloads by Apache's clients of version 4. */
package io.redial.subjects.apache4.download;
