/** A vendor's program, whose HTTP clients the build moves to packages of its own. Java 8. */
package com.vendor;
