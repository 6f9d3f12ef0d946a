package com.example.fetch.web;

import com.example.fetch.Main;
import java.io.IOException;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Fetches with the application's own client. */
public final class FetchServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      String what = request.getParameter("what");
      String answer =
          Main.fetch(what, FetchServlet.class.getClassLoader()).apply(request.getParameter("url"));
      response.setContentType("text/plain");
      response
          .getWriter()
          .println(answer + " by " + Main.class.getClassLoader().getClass().getSimpleName());
    } catch (ReflectiveOperationException e) {
      throw new ServletException(e);
    }
  }
}
