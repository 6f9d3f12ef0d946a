/** The clients of Elasticsearch, OpenSearch and Solr. */
package io.redial.subjects.corners.search;
