/** The AWS SDK for Java 2. */
package io.redial.subjects.corners.aws;
