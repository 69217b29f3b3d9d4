import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { router } from "./router/router.ts";
import "./styles/index.css";
import { ToastArea } from "./ui/toast.tsx";

const holder = document.getElementById("console");
if (holder === null) throw new Error("index.html has no #console");

createRoot(holder).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ToastArea>
        <RouterProvider router={router} />
      </ToastArea>
    </QueryClientProvider>
  </StrictMode>,
);
