import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { Mishap } from "./shell/mishap.tsx";
import "./styles/index.css";
import { ToastArea } from "./ui/toast.tsx";

const holder = document.getElementById("console");
if (holder === null) throw new Error("index.html has no #console");

createRoot(holder).render(
  <StrictMode>
    <Mishap>
      <QueryClientProvider client={createQueryClient()}>
        <ToastArea>
          <App />
        </ToastArea>
      </QueryClientProvider>
    </Mishap>
  </StrictMode>,
);
