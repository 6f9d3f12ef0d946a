/**
 * What the sample programs have in common, so that each of them shows only how it uses its client:
 * the list of calls to make, the lines of an order, and results that another program can read.
 */
package com.example.calls;
