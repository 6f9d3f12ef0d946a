/** The project that users copy to see Redial with tests of their own, built as they build it. */
package io.redial.verification;
