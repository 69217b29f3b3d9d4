import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from "react-aria-components";
import { classes } from "./classes.ts";

interface DialogProps {
  title: ReactNode;
  /** Without it the dialog can only be completed. */
  onClose?: () => void;
  /** Hides the page below. */
  opaque?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** What a person expects to be in: the first field, else the first of the actions. */
const expected = [
  "[autofocus]",
  "input:not([type=hidden]):not([readonly]):not([tabindex='-1'])",
  "textarea",
  "button[aria-haspopup=listbox]",
  "[data-actions] button",
];

/** A modal dialog: traps the focus, returns it, and closes on Escape or a press beside it. */
export function Dialog({ title, onClose, opaque = false, wide = false, children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current?.contains(document.activeElement)) return;
    for (const selector of expected) {
      const found = content.current?.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  }, []);
  return (
    <ModalOverlay
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => !open && onClose?.()}
      className={classes(
        "fixed inset-0 z-30 grid place-items-center overflow-y-auto p-4",
        opaque ? "bg-canvas" : "bg-shade",
      )}
    >
      <Modal
        className={classes(
          "w-full rounded-2xl border border-line bg-surface text-text shadow-lg",
          wide ? "max-w-2xl" : "max-w-[34rem]",
        )}
      >
        <RacDialog className="p-5 outline-none">
          <div className="mb-3 flex items-start justify-between gap-4">
            <Heading slot="title" className="text-lg font-semibold">
              {title}
            </Heading>
            {onClose && (
              <button
                type="button"
                aria-label="Close"
                onClick={onClose}
                className="-m-1.5 rounded-lg p-2 text-muted hover:bg-hover"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            )}
          </div>
          <div ref={content}>{children}</div>
        </RacDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog, the confirming one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div data-actions="" className="mt-5 flex flex-wrap justify-end gap-2">
      {children}
    </div>
  );
}
