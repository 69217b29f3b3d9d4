/** A client that sends one refused attempt after the other must not keep the event loop busy with refusals. */
export const refusalDelayMs = 200;
