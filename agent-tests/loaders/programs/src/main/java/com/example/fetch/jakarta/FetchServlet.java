package com.example.fetch.jakarta;

import com.example.fetch.web.Deployment;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Fetches with the application's own client, in a container of Jakarta EE 9 or newer. */
public final class FetchServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      String answer = Deployment.fetch(request.getParameter("what"), request.getParameter("url"));
      response.setContentType("text/plain");
      response.getWriter().println(answer);
    } catch (ReflectiveOperationException e) {
      throw new ServletException(e);
    }
  }
}
