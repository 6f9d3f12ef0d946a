/** What somebody on call does with the command line, in the surroundings that he finds. */
package io.redial.contract.oncall;
