/** Large files from servers that break their connections again and again. */
package io.redial.contract.nets.download;
