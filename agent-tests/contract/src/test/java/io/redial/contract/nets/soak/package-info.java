/**
 * Calls of every form by every client, for minutes, against servers that do something to each
 * attempt, without the agent and with it. The servers keep the ledger by which they are judged.
 */
package io.redial.contract.nets.soak;
