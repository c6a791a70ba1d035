/** Sanitizes HTML to the allow-list of pages: no script, style, frame or foreign URL scheme remains. */
export declare function cleanPageHtml(html: string): string;
/** Whether sanitized HTML is blank: without text and images. */
export declare function isBlankHtml(html: string): boolean;
