/** Limits of mail threads. */

/** What is left of a longer message is not text: attachments are encoded at its end. */
export const MAX_MESSAGE_BYTES = 5 * 2 ** 20;
/** Messages of a thread beyond these are left out; the text says so. */
export const MAX_THREAD_MESSAGES = 2_000;
