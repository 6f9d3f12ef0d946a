/** Libraries that read streams of events, over connections that break again and again. */
package io.redial.contract.nets.readers;
