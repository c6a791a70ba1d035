type RefusalReason = 'not-an-image' | 'too-many-bytes' | 'too-many-pixels';

/** Thrown for an unacceptable upload; the service that receives it adds the French message. */
export class ImageRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ImageRefused';
    this.reason = reason;
  }
}
