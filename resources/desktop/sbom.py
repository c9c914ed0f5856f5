#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the libraries of the programs as a CycloneDX 1.5 document: sbom.py VERSION OUT.cdx.json PROGRAM...

Shared libraries are those that the loader takes (ldd), with the Debian package that holds each; libraries of
headers alone leave no trace in a program and are named here. Version and licence are the package's own, the
licence as its copyright file states it for most of its files. Ends with an error where a library belongs to no
package, or a package states no licence.
"""
import json
import os
import re
import subprocess
import sys
import uuid

HEADER_PACKAGES = ("libboost-dev", "rapidjson-dev")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


def loaded_libraries(program):
    return set(re.findall(r"(/\S+\.so\S*)", output_of("ldd", program)))


def linked_names(program):
    """Those that the program itself asks for, not those that its libraries do."""
    return set(re.findall(r"NEEDED.*\[(.+)\]", output_of("readelf", "--dynamic", program)))


def package_of(library):
    real = os.path.realpath(library)
    for path in (library, real, "/usr" + library, real.removeprefix("/usr")):  # dpkg knows one name of a merged /usr
        found = subprocess.run(("dpkg", "-S", path), capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0]
    sys.exit(f"sbom: {library} belongs to no package")


def with_headers(package):
    """libboost-dev only names the package that has the headers."""
    depends = output_of("dpkg-query", "-W", "-f", "${Depends}", package)
    versioned = re.match(r"(libboost\d[\w.]*-dev)", depends)
    return versioned.group(1) if versioned else package


def licence_of(package):
    name = package.split(":")[0]
    path = f"/usr/share/doc/{name}/copyright"
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    for paragraph in re.split(r"\n\s*\n", text):
        if re.search(r"^Files:\s*\*\s*$", paragraph, re.M):
            stated = re.search(r"^License:[ \t]*(\S.*)$", paragraph, re.M)
            if stated:
                return stated.group(1).strip()
    stated = sorted({match.strip() for match in re.findall(r"^License:[ \t]*(\S.*)$", text, re.M)})
    named = stated or sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text)))
    return " and ".join(named) if named else f"as stated in {path}" if text.strip() else ""


def component(package, is_linked):
    fields = "${Package}\n${Version}\n${Architecture}\n${source:Package}\n${Homepage}"
    name, version, architecture, source, homepage = output_of("dpkg-query", "-W", "-f", fields, package).split("\n")
    licence = licence_of(package)
    if not licence:
        sys.exit(f"sbom: {package} states no licence")
    purl = f"pkg:deb/debian/{name}@{version}?arch={architecture}"
    result = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "licenses": [{"license": {"name": licence}}],
        "purl": purl,
        "properties": [
            {"name": "debian:source", "value": source},
            {"name": "retryscope:linked", "value": "directly" if is_linked else "by another library"},
        ],
    }
    if homepage:
        result["externalReferences"] = [{"type": "website", "url": homepage}]
    return result


def main(version, target, *programs):
    packages = {}
    for program in programs:
        names = linked_names(program)
        for library in loaded_libraries(program):
            package = package_of(library)
            packages[package] = packages.get(package, False) or os.path.basename(library) in names
    for package in HEADER_PACKAGES:
        packages[with_headers(package)] = True
    components = [component(package, packages[package]) for package in sorted(packages)]
    reference = f"pkg:generic/retryscope@{version}"
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))),
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": reference,
                "name": "retryscope",
                "version": version,
                "licenses": [{"license": {"id": "GPL-3.0-or-later"}}],
            }
        },
        "components": components,
        "dependencies": [
            {
                "ref": reference,
                "dependsOn": [one["bom-ref"] for one in components if one["properties"][1]["value"] == "directly"],
            }
        ],
    }
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2, ensure_ascii=False)
        file.write("\n")
    print(f"sbom: {len(components)} components in {target}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: sbom.py VERSION OUT.cdx.json PROGRAM...")
    main(*sys.argv[1:])
