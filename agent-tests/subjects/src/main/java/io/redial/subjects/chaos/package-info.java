/** Calls in the midst of which a method of Redial's throws; the chaos agent has to be attached. */
package io.redial.subjects.chaos;
