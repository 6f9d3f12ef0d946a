/**
 * {@code profile=client-go} against client-go itself: a test for each row of the tables in its
 * rest/request_test.go (kubernetes/client-go 32ce75a), as far as HTTP shows them. Where Redial
 * differs on purpose a test says so, and docs/client-go.md says why.
 */
package io.redial.contract.clientgo;
