/**
 * How the command line reaches a running program without attaching to it: a folder that only the
 * program's user can use, in which requests and responses are files (option {@code control}).
 */
package io.redial.control.remote;
