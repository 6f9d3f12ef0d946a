/** Where the JVM and the shell enter: the agent's door and the command line's. */
package io.redial;
