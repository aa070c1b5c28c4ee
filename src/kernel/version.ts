/** Raised whenever the kernel may answer differently; it stands in receipts. */
export const KERNEL_VERSION = '2'
