/**
 * Programs whose server, reader and bodies are drawn from a seed, and that compare what the
 * application saw with what the model of the server allows. No agent is known here, but for its
 * management bean.
 */
package io.redial.subjects.fuzz;
