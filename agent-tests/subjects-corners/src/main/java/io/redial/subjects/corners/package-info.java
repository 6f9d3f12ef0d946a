/**
 * Programs that use HTTP clients through caches and vendors' libraries, as their authors would
 * write them. Each prints what it sees.
 */
package io.redial.subjects.corners;
