/** What is left of clients and calls once an application has dropped them. */
package io.redial.contract.nets.leaks;
