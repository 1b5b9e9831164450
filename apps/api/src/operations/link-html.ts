import sanitizeHtml from 'sanitize-html';

/** Removes everything active from the HTML of a sign-in link. */
export const sanitizeLink = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['span', 'b', 'i', 'img'],
    allowedAttributes: { span: ['class'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
  });
