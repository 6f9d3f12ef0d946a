/** Which tests a run takes: a sample that the commit draws, or a part of all. */
package io.redial.sampling;
