import { Check } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

const seconds = 5;

const ToastContext = createContext<(message: string) => void>(() => {});

/** Confirms an action for a few seconds. Errors are shown in place instead. */
export const useToast = (): ((message: string) => void) => useContext(ToastContext);

export function ToastArea({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: string; count: number } | null>(null);
  const show = useCallback(
    (message: string) => setShown((before) => ({ message, count: (before?.count ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), seconds * 1000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        // Announced and shown above an open dialog, too.
        data-react-aria-top-layer="true"
        className="pointer-events-none fixed inset-x-4 bottom-5 z-40 flex justify-center"
      >
        {shown && (
          <p
            key={shown.count}
            className="flex items-center gap-2 rounded-xl bg-text px-4 py-2.5 text-sm font-medium text-canvas"
          >
            <Check className="size-4 shrink-0" aria-hidden="true" />
            {shown.message}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
