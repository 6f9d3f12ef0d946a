/** Downloads by Apache's clients of version 5. */
package io.redial.subjects.apache5.download;
