/**
 * How the command line reaches a running program without attaching to it: a folder that only the
 * program's user can use, in which questions and answers are files (option {@code control}).
 */
package io.redial.control.remote;
