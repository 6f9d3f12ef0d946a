/** What becomes of a call when a method of Redial's throws in the midst of it (rule 1.4). */
package io.redial.contract.chaos;
