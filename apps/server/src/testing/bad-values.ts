/** What people, scanners and broken programs send where text, numbers and ids are asked for. */

const long = (length: number, char = 'a'): string => char.repeat(length);

/** Values of the wrong kind, for any field of a JSON body. `undefined` leaves the field out. */
export const wrongTypes: unknown[] = [null, true, false, 7, -1.5, '', [], ['a', 'b'], [[]], {}, { toString: 1 }, { length: 3 }, undefined];

export const badNumbers = [
  '-1', '0', '1.5', 'NaN', 'Infinity', '1e309', '1e3', '0x10', ' ', ' 1', '1 ', '+1', '9007199254740993', `1${long(30, '0')}`, '1000000000', '１', '١', '1,2', '1;', 'true', '',
];

export const oversized: unknown[] = [long(300), long(1_001), long(65_000), long(20_000, '👨‍👩‍👧‍👦'), Array.from({ length: 10_000 }, () => 'a'), Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]))];

export const oddCharacters = [
  '\0', 'a\0b', '\ud800', 'a\udfffb', '\u202eevil', '\u200b', '\u200b\u200d\ufeff', '\u00a0\u3000', `e${long(500, '\u0301')}`, 'cafe\u0301', '\u212aelvin', 'ａｄｍｉｎ', '\ufeffbom', 'a\u2028b', 'a\u2029b', 'a\u0007b', 'a\u001b[31mb', '\u007f', '👨‍👩‍👧‍👦', 'İi', 'ß', '\ue000',
];

export const protoWords = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', 'constructor.prototype'];

export const sqlWords = [
  `' or 1=1--`, `'; drop table members; --`, `%`, `_`, `\\`, `%' escape '`, `$1`, `$$`, `1); delete from likes; --`, `' union select password_hash from members --`, `E'\\x00'`, long(1_000, '%'),
];

export const headerWords = ['a\r\nBcc: b@example.com', 'a\nSet-Cookie: x=1', 'a\r\n\r\n<script>', '%0d%0aLocation:%20//evil.example', 'a\u0085b', 'a\u000bb'];

export const markup = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '${7*7}', 'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x', '<!--', ']]>', '&lt;b&gt;'];

export const badPaths = ['..', '.', '%2e%2e%2f', '..%2f..%2fetc%2fpasswd', '%252e%252e', '..\\..', '%00', 'a%00b', long(250), long(5_000), '%', '%zz', '%e0%a4%a', '*', '-1', '0', '9007199254740993', 'null', 'undefined', '[object Object]', '00000000-0000-0000-0000-000000000000', '{0}', '%7B%7D'];

export const badEmails = [
  'plain', '@a.com', 'a@', 'a@b', 'a@@b.com', 'a@b@c.com', '"quoted"@b.com', '"a b"@c.com', 'a(comment)@b.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@b.com\r\nBcc: c@d.com', 'a@b.com,c@d.com', 'a@b.com; c@d.com', 'a@b.com c@d.com', '<a@b.com>', 'A <a@b.com>', '.a@b.com', 'a.@b.com', 'a..b@c.com', 'a@b..com', 'a@-b.com', 'a@b-.com', 'a@b.c', 'a@b.com.', 'ü@b.com', 'a@bücher.example', `${long(65)}@b.com`, `a@${long(64)}.com`, `a@${long(300)}.com`, 'a%b.com', 'a@b.com\0',
];

export const badNames = ['admin', 'me', 'settings', 'api', 'http://evil.example', 'a\nb', long(255, ' '), '12345', '...', '___', 'a', 'ab', long(31), 'UPPER CASE', 'a-b', 'a b', 'naïve', '019aa000-0000-7000-8000-000000000001', 'null', '\u202eevil'];

/** Bodies that are not the JSON object they should be, as bytes. */
export const badJson: (string | Buffer)[] = [
  '', ' ', '{', '}', '[]', '[{}]', 'null', 'true', '7', '"text"', '{"a":1}trailing', "{'a':1}", '{"a":1,}', '{"a":NaN}', '{"a":1e999}', '\ufeff{}', '{"a":"\\ud800"}', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}',
  `${long(9, '[')}${long(9, ']')}`, long(30_000, '['), `${'{"a":'.repeat(5_000)}1${long(5_000, '}')}`, `{"a":"${long(70_000)}"}`, `{"a":"${long(2_000_000)}"}`,
  Buffer.from('{"a":1}', 'utf16le'), Buffer.from([0xff, 0xfe, 0x00, 0x80]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
];

/** Content types that are not taken, for a body that would be. */
export const badContentTypes = [
  'text/plain', 'application/jsonx', 'application/json; charset=utf-7', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'text/html', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x', 'application/json, text/plain', 'json', '*/*', 'application/json;;;',
];

export const badHosts = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost:80@evil.example', 'evil.example:3000', '[::2]', 'localhost:99999999'];
