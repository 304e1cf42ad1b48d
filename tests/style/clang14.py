"""Clang's tools of version 14: other versions format otherwise, and find other things."""
import shutil
import subprocess


def find(name):
    """The path of a tool, or None."""
    for command in filter(None, map(shutil.which, (f"{name}-14", name))):
        if " version 14." in subprocess.run([command, "--version"], capture_output=True, text=True).stdout:
            return command
    print(f"there is no {name} 14: scripts/setup --test installs it on Debian 12")
    return None
