/** Why an upload is no image we take. */
type RefusalReason = 'not-an-image' | 'too-many-bytes' | 'too-many-pixels';

/** Thrown for an upload that we do not take; whoever receives uploads has the sentence for people. */
export class ImageRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ImageRefused';
    this.reason = reason;
  }
}
